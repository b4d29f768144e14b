pragma solidity 0.5.17;

contract BugBounty {
    address public judge;
    mapping(address => uint) public awards;
    mapping(address => bool) public settled;

    modifier once() {
        require(!settled[msg.sender], "already settled");
        _;
        settled[msg.sender] = true;
    }

    constructor() public payable {
        judge = msg.sender;
    }

    function award(address hunter, uint amount) external {
        require(msg.sender == judge, "judge only");
        awards[hunter] = amount;
    }

    function claim() external once {
        (bool success, ) = msg.sender.call.value(awards[msg.sender])(""); // expect: reentrancy
        require(success, "payment failed");
    }
}
