pragma solidity 0.8.12;

contract VestingCliff {
    address public immutable beneficiary;
    uint256 public immutable start;
    uint256 public immutable duration;
    uint256 public released;

    constructor(address b, uint256 d) payable {
        require(b != address(0));
        beneficiary = b;
        start = block.timestamp;
        duration = d;
    }

    function vested() public view returns (uint256) {
        uint256 total = address(this).balance + released;
        if (block.timestamp < start) return 0;
        if (block.timestamp >= start + duration) return total;
        return total * (block.timestamp - start) / duration;
    }

    function release() external {
        uint256 amount = vested() - released;
        released += amount;
        (bool ok, ) = beneficiary.call{value: amount}("");
        require(ok);
    }
}
