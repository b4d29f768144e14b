pragma solidity 0.8.16;

contract TipJar {
    address public immutable barista;
    uint256 public tips;

    event Tipped(address indexed from, uint256 amount);

    constructor(address barista_) {
        barista = barista_;
    }

    receive() external payable {
        tips += msg.value;
        emit Tipped(msg.sender, msg.value);
    }

    function empty(address payable to) external {
        tips = 0;
        (bool ok, ) = to.call{value: address(this).balance}(""); // expect: unprotected-withdraw
        require(ok, "failed");
    }
}
