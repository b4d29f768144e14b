pragma solidity 0.8.9;

contract SkillRouter {
    mapping(bytes4 => address) private skills;
    address public keeper = msg.sender;

    function learn(bytes4 sig, address impl) external {
        skills[sig] = impl;
    }

    fallback() external payable {
        address impl = skills[msg.sig];
        require(impl != address(0), "unknown skill");
        (bool ok, bytes memory out) = impl.delegatecall(msg.data); // expect: controlled-delegatecall
        require(ok, string(out));
    }

    receive() external payable {}

    function rescue() external {
        require(msg.sender == keeper);
        payable(keeper).transfer(address(this).balance);
    }
}
